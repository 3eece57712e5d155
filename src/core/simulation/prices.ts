/** What simulated steps pay where nothing is said: the base fee and a tip, never nothing. */
import { WEI_PER_GWEI } from '../chain/units';

/** Wei per gas for the block's proposer: a gwei, which blocks take at any time but the busiest. */
export const USUAL_TIP = WEI_PER_GWEI;
