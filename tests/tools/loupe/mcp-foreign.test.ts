/** A scripted session over `loupe mcp` finds the failing line and the cause of failing transactions of the foreign chain, within a budget. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ForeignChain, startForeignChain } from '../../../tools/foreign-chain/chain';
import { wordsOf } from '../../helpers/foreign/error-words';
import { connectMcp, type McpAsking } from '../../helpers/mcp';

/** Of one transaction. */
const BUDGET = { calls: 6, characters: 8_000 };
const CASES = 30;

let chain: ForeignChain;
let folder: string;
let mcp: McpAsking;
beforeAll(async () => {
  chain = await startForeignChain(31_337);
  folder = mkdtempSync(join(tmpdir(), 'loupe-mcp-'));
  for (const build of chain.builds) writeFileSync(join(folder, `${build.id}.json`), JSON.stringify(build));
  mcp = await connectMcp(chain.node.rpcUrl, folder);
});
afterAll(async () => {
  await mcp?.close();
  await chain?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test(`the line and the cause of ${CASES} failures are found in ${BUDGET.calls} calls and ${BUDGET.characters} characters each`, async () => {
  const failures = chain.truth.transactions.flatMap(({ name, hash, failure }) =>
    failure?.at === undefined ? [] : [{ name, hash, ...failure, at: failure.at }],
  );
  expect(failures.length).toBeGreaterThanOrEqual(CASES);
  const missed: string[] = [];
  for (const { name, hash, ends, cause, at } of failures) {
    const place = `${at.file}:${at.line}`;
    const words = [...wordsOf(ends), ...(cause ? wordsOf(cause) : [])];
    let said = '';
    let calls = 0;
    const isFound = () => said.includes(place) && words.every((word) => said.includes(word));
    // An answer that has more states its cursor; the session reads on until it knows, as an assistant would.
    said += await mcp.ask('transaction', { transaction: hash });
    calls++;
    let cursor: string | undefined;
    do {
      const answer = await mcp.ask('failure', { transaction: hash, size: 2_500, cursor });
      calls++;
      said += answer;
      cursor = /^next: cursor "([^"]+)"/m.exec(answer)?.[1];
    } while (cursor !== undefined && !isFound() && calls < BUDGET.calls);
    if (!isFound() || calls > BUDGET.calls || said.length > BUDGET.characters)
      missed.push(`${name}: ${place} ${words.join(', ')} in ${calls} calls, ${said.length} characters\n${said}`);
  }
  expect(missed).toEqual([]);
});
