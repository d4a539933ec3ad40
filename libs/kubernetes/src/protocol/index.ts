export type { Binding, DeleteOptions, ListMeta, ObjectList, Status, StatusDetails } from './protocol.js';
