/** The contracts that Sourcify and Blockscout test with, deployed and verified by what the wizard asks. */
import type { Suite } from '../suite';
import { runDeployed } from '../verify/run-deployed';

export const suite: Suite = { name: 'verify-wizard-sourcify', folder: 'verify-sourcify', run: runDeployed };
