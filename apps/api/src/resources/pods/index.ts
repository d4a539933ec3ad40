export { POD_ID, PodModel } from './pods.model.js';
export { PodsModule } from './pods.module.js';
