import { Operations } from '../../ground/operation/index.js';
import { fitAnywhere, why, whyNot, whyNotThen } from './explain.operations.js';
import { WhyResolver } from './why.resolver.js';

@Operations([why, whyNotThen, whyNot, fitAnywhere], { providers: [WhyResolver] })
export class ExplainModule {}
