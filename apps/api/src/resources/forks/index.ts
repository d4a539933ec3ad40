export { ForksModule } from './forks.module.js';
