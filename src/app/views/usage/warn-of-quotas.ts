/** Warns before an endpoint's quota runs out, wherever the reader is: once in a period, and once more when it is used up. */
import { formatUtc } from '../../../core/format/times';
import { harmlessText } from '../../../core/text/harmless';
import { type QuotaWarning, quotaWarnings } from '../../../core/usage/quota-warning';
import { readCallCounts } from '../../../db/networks/call-counts';
import { readPreference } from '../../../db/reader/preferences';
import { toast } from '../../ui/toast';
import { ofVisit } from '../../visit';
import { KEPT_DAYS } from './usage-choices';

/** Milliseconds between two looks: a quota lasts a day at least. */
const INTERVAL = 5 * 60_000;
const DAY = 86_400_000;
const GIVEN_KEY = 'loupe-quota-warnings';
/** Warnings that are remembered as given. */
const MAX_GIVEN = 100;

/** Ids of the warnings that this page gave; where the browser refuses to keep them nothing else remembers them. */
const givenHere = ofVisit(() => new Set<string>());

/** Looks now and from then on. Does not fail. */
export function warnOfQuotas(): void {
  const look = () => {
    giveWarnings(Date.now()).catch(() => {}); // without storage nothing is counted, so there is nothing to warn of
  };
  look();
  setInterval(look, INTERVAL);
}

async function giveWarnings(now: number): Promise<void> {
  const quotas = await readPreference('quotas');
  if (Object.keys(quotas).length === 0) return;
  const [counts, weights] = await Promise.all([readCallCounts(now - KEPT_DAYS * DAY), readPreference('unitWeights')]);
  const given = readGiven();
  const isFresh = ({ id }: QuotaWarning) => !given.includes(id) && !givenHere().has(id);
  const fresh = quotaWarnings(quotas, counts, weights, now).filter(isFresh);
  if (fresh.length === 0) return;
  for (const { id } of fresh) givenHere().add(id);
  keepGiven([...given, ...fresh.map(({ id }) => id)]);
  for (const warning of fresh) toast({ text: wordsOf(warning), tone: 'failure', lasting: true });
}

function wordsOf({ endpoint, quota, state: { used, left, resetsAt } }: QuotaWarning): string {
  const name = harmlessText(endpoint, 60);
  const anew = `It restarts at ${formatUtc(resetsAt)} UTC.`;
  if (left === 0) return `The quota of ${name} is used up. ${anew}`;
  return `${Math.floor((used / quota.units) * 100)} % of the quota of ${name} is used. ${anew}`;
}

function keepGiven(ids: readonly string[]): void {
  try {
    localStorage.setItem(GIVEN_KEY, JSON.stringify(ids.slice(-MAX_GIVEN)));
  } catch {
    // Storage is refused or full: the next page warns again.
  }
}

function readGiven(): readonly string[] {
  try {
    const given: unknown = JSON.parse(localStorage.getItem(GIVEN_KEY) ?? '[]');
    return Array.isArray(given) ? given.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
