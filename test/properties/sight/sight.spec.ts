import { seesNoOthers } from './sight-property.js';

describe('in clusters that teams share', () => seesNoOthers(3));
