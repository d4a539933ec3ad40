import { answersAlike } from '../properties/sight/alike.js';

answersAlike(1);
