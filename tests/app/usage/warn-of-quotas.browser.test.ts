/** Warnings of quotas, over calls that are counted in IndexedDB itself. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { receiveToasts } from '../../../src/app/ui/toast';
import { warnOfQuotas } from '../../../src/app/views/usage/warn-of-quotas';
import type { NetworkId } from '../../../src/core/chain/primitives';
import { writeDatabase } from '../../../src/db/database';
import { addCalls } from '../../../src/db/networks/call-counts';
import { savePreference } from '../../../src/db/reader/preferences';

const { setItem } = Storage.prototype;
let said: string[];
let stop: () => void;

beforeEach(async () => {
  localStorage.clear();
  said = [];
  stop = receiveToasts(({ text }) => said.push(text));
  await writeDatabase((db) => db.callCounts.clear());
});
afterEach(async () => {
  Storage.prototype.setItem = setItem;
  stop();
  await savePreference('quotas', {});
});

test('a quota is warned of where the browser has no room to remember that, and once by each page', async () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const call = { networkId: 1 as NetworkId, method: 'eth_call', at: Date.now(), failed: false, rateLimited: false };
  await addCalls([{ ...call, endpoint: 'node.example', milliseconds: 1, bytes: 1 }]);
  await savePreference('quotas', { 'node.example': { units: 1, days: 30 } });
  warnOfQuotas();
  await expect.poll(() => said.length).toBe(1);
  expect(said[0]).toContain('The quota of node.example is used up.');
  // What another quota says tells that the first one was looked at again.
  await addCalls([{ ...call, endpoint: 'other.example', milliseconds: 1, bytes: 1 }]);
  await savePreference('quotas', {
    'node.example': { units: 1, days: 30 },
    'other.example': { units: 1, days: 30 },
  });
  warnOfQuotas();
  await expect.poll(() => said.length).toBe(2);
  expect(said[1]).toContain('The quota of other.example is used up.');
});
