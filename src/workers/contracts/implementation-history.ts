/**
 * What a proxy ran before, from the events it told of its upgrades by.
 *
 * Endpoints limit how many blocks one eth_getLogs may span, each to another
 * number. All blocks are asked for at once; where that is refused, windows that
 * shrink until one is taken are asked for from the newest block down.
 */
import type { Address } from '../../core/chain/primitives';
import type { Upgrade } from '../../core/contract/proxy';
import type { Failure } from '../../core/failure';
import { fail, ok, type Result } from '../../core/result';
import { fetchBlockNumber } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';
import { fetchUpgrades } from '../../net/upgrade-logs';
import type { ImplementationHistory } from './contracts.api';

/** Blocks of the first window after all of them were refused, and the least that is asked for. */
const FIRST_WINDOW = 100_000;
const LEAST_WINDOW = 500;
/** Requests for one history; a chain of fifty million blocks at 10,000 a request would take five thousand. */
const MOST_REQUESTS = 40;
/** Upgrades that are handed on; a contract can emit any number. */
const MOST_UPGRADES = 500;

/** `emitter` is the proxy, or the beacon that names the implementation of all its proxies. Fails where not even the newest blocks could be asked for. */
export async function readImplementations(
  rpc: Rpc,
  emitter: Address,
  signal: AbortSignal,
): Promise<Result<ImplementationHistory, Failure>> {
  const head = await fetchBlockNumber(rpc, { signal });
  if (!head.ok) return head;
  const whole = await fetchUpgrades(rpc, emitter, { from: 0, to: head.value }, { signal });
  if (whole.ok) return ok(historyOf(whole.value, 0, head.value));
  if (signal.aborted) return whole;

  let found: readonly Upgrade[] = [];
  let refusal = whole.error;
  let to = head.value;
  let window = Math.min(FIRST_WINDOW, Math.ceil(head.value / 2));
  for (let asked = 1; asked < MOST_REQUESTS && to >= 0 && window >= LEAST_WINDOW; asked++) {
    const from = Math.max(0, to - window + 1);
    const part = await fetchUpgrades(rpc, emitter, { from, to }, { signal });
    if (signal.aborted) return fail(part.ok ? refusal : part.error);
    if (part.ok) {
      found = [...part.value, ...found];
      to = from - 1;
    } else {
      refusal = part.error;
      window = Math.floor(window / 2);
    }
  }
  if (to === head.value) return fail(refusal);
  return ok(historyOf(found, to + 1, head.value));
}

function historyOf(upgrades: readonly Upgrade[], from: number, to: number): ImplementationHistory {
  return { upgrades: upgrades.toReversed().slice(0, MOST_UPGRADES), from, to };
}
