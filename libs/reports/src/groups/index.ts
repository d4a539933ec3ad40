export { compareGroups } from './order.js';
export { ownerOf } from './owner.js';
export { POD_GROUPS, podGroups, type PodGroupOf } from './pod-groups.js';
export { takesRoom } from './takes-room.js';
export { teamsOf } from './teams.js';
