export { RunViewsModule } from './run-views.module.js';
