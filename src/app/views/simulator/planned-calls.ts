/** What a run will ask of the endpoint, said before it. */
import { formatInteger } from '../../../core/format/counts';
import type { SimulationPlan } from '../../../core/simulation/plan';

/** Block, the one before, and the rules of the chain. */
const CALLS_OF_PLACE = 3;
/** Code, implementation and slots of an override that is named by variable or token; sources may be asked for beside it. */
const CALLS_OF_NAMED = 4;
/** Balance, nonce and code. */
const CALLS_OF_ACCOUNT = 3;

/** Returns a sentence on about how many calls a run takes, as far as is known before anything ran. */
export function plannedCalls({ position, blocks }: SimulationPlan): string {
  const steps = blocks.flatMap((block) => block.steps);
  const accounts = new Set<string>(blocks.flatMap((block) => Object.keys(block.accounts)));
  for (const step of steps) {
    for (const address of [step.from, ...(step.to === undefined ? [] : [step.to]), ...Object.keys(step.accounts)])
      accounts.add(address);
  }
  const earlier = position.place === 'end' ? 0 : position.index + (position.place === 'after' ? 1 : 0);
  const named = [...blocks, ...steps].flatMap((each) => each.named ?? []);
  const placed = named.reduce((sum, { variables, tokens }) => sum + variables.length + tokens.length, 0);
  const calls =
    placed * CALLS_OF_NAMED +
    CALLS_OF_PLACE +
    (accounts.size + 1) * CALLS_OF_ACCOUNT +
    steps.length +
    (earlier > 0 ? 2 : 0);
  const more =
    earlier === 0
      ? 'what the code reads beyond that'
      : `what the code reads beyond that, and what ${formatInteger(earlier)} earlier ${earlier === 1 ? 'transaction' : 'transactions'} of the block read`;
  return `About ${formatInteger(calls)} calls, and ${more}. The state it reads is kept, so that running it again takes no request.`;
}
