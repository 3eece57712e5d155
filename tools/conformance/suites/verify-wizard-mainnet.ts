/** Contracts of mainnet, deployed and verified by what the wizard asks. */
import type { Suite } from '../suite';
import { runDeployed } from '../verify/run-deployed';

export const suite: Suite = { name: 'verify-wizard-mainnet', folder: 'verify-edb-mainnet', run: runDeployed };
