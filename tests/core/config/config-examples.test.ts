/** The configurations that the documentation hands out are read as they are. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';

test.each([
  ['peaq', 3338],
  ['agung', 9990],
])('the example of %s is an explorer of its chain', (name, chainId) => {
  const parsed = parseRuntimeConfig(JSON.parse(readFileSync(`docs/examples/${name}.config.json`, 'utf8')));
  expect(parsed).toMatchObject({ ok: true, value: { variant: 'explorer', explorer: { networkId: chainId } } });
});
