import { expect, test } from 'vitest';
import { problemOfError } from '../../src/net/rpc/classify';
import { rateLimitEnd } from '../../src/net/rpc/rate-limit';

const NOW = Date.UTC(2026, 0, 1);
const problem = (code: number, message: string) =>
  problemOfError({ code, message }, new Headers(), 'http://node.example', NOW);

// Words of geth, Erigon, Nethermind, Besu, Anvil and of providers.
test.each([
  [-32601, 'the method debug_traceTransaction does not exist/is not available', 'unsupported'],
  [-32601, 'Method not found', 'unsupported'],
  [-32004, 'Method trace_block not found', 'unsupported'],
  [-32601, "Method 'debug_traceTransaction' not found", 'unsupported'],
  [-32601, 'Method trace_transaction not found', 'unsupported'],
  [-32600, 'debug_traceTransaction is not available on the Free tier - upgrade to Pay As You Go', 'unsupported'],
  [-32000, 'tracer not found', 'unsupported'],
  [-32602, 'invalid argument 0: hex string has length 2, want 64 for common.Hash', 'unsupported'],
  [-32000, 'missing trie node 8f6d…(path ) state 0x8f… is not available', 'stateUnavailable'],
  [-32000, 'required historical state unavailable (reexec=128)', 'stateUnavailable'],
  [-32000, 'historical state 6c1a is not available', 'stateUnavailable'],
  [-32603, 'this block is pruned', 'stateUnavailable'],
  [-32000, 'old data not available due to pruning', 'stateUnavailable'],
  [-32000, 'missing trie node c6eb (path ) state 0xc6eb is not available, not found', 'stateUnavailable'], // Bor, op-geth
  [-32000, 'historical state not available in path scheme yet', 'stateUnavailable'], // geth
  [-32000, "state histories haven't been fully indexed yet", 'stateUnavailable'], // geth
  [-32603, 'State at block #11052984 is pruned', 'stateUnavailable'], // reth
  [-32602, 'distance to target block exceeds maximum proof window', 'stateUnavailable'], // reth
  [-32000, 'account changes purged for block 12', 'stateUnavailable'], // Erigon
  [-32002, 'No state available for block 0xc6eb', 'stateUnavailable'], // Nethermind
  [-32000, 'World state unavailable', 'stateUnavailable'], // Besu
  [-32000, 'This request is not supported because your node is running with state pruning.', 'stateUnavailable'],
  [-32801, 'no historical RPC is available for this historical (pre-bedrock) execution request', 'stateUnavailable'],
  [4003, 'Client error: Api called for an unknown Block: State already discarded for 0x5c11', 'stateUnavailable'],
  [-32603, 'UnknownBlock: State already discarded for BlockId', 'stateUnavailable'], // Frontier
  [-32000, 'height 60 is not available, lowest height is 28566001', 'stateUnavailable'], // Kava, Cronos
  [-32000, 'rpc error: failed to load state at height 60; version does not exist', 'stateUnavailable'],
  [-32602, 'BlockOutOfRangeError: block height is 12 but requested was 2', 'stateUnavailable'], // Anvil --prune-history
  [-32602, 'BlockOutOfRangeError: block height is 12 but requested was 13', 'notFound'],
  [-32000, 'cannot query unfinalized data', 'notFound'], // Avalanche
  [-32000, 'body not found for block 17', 'notFound'], // Erigon
  [-32000, 'header not found', 'notFound'],
  [-32000, 'transaction not found', 'notFound'],
  [-32000, 'block #17 not found', 'notFound'],
  [-32000, 'BlockHash was not found', 'notFound'],
  [-32005, 'limit exceeded', 'rateLimited'],
  [429, 'Your app has exceeded its compute units per second capacity.', 'rateLimited'],
  [-32000, 'Too Many Requests', 'rateLimited'],
  [-32005, 'query returned more than 10000 results', 'tooLarge'],
  [-32602, 'block range is too wide', 'tooLarge'],
  [-32000, 'execution timeout', 'timeout'],
  [-32000, 'Unauthorized: you must provide an API key', 'endpointDown'],
  [-32603, 'Internal error', 'endpointDown'],
  [-32000, 'nonce too low', 'badAnswer'],
])('error %i %j means %s', (code, message, expected) => {
  expect(problem(code, message).code).toBe(expected);
});

// Nethermind, and CometBFT below the EVM of Cosmos.
test.each([
  'Nethermind.Trie.MissingTrieNodeException: Node A: P:2 H:0x992e is missing from the DB\n   at Nethermind.Trie.EnsureCapacity()',
  'height 100 is not available, lowest height is 24900001',
])('an internal error whose data says %j means that the state is gone', (data) => {
  const error = { code: -32603, message: 'Internal error', data };
  expect(problemOfError(error, new Headers(), 'http://node.example', NOW)).toMatchObject({
    code: 'stateUnavailable',
    retry: false,
  });
});

test.each([
  [3, 'execution reverted: UNAUTHORIZED'],
  [3, 'execution reverted: quota exceeded'],
  [3, 'rate limit reached'],
  [-32000, 'execution reverted: batch too large'],
  [-32603, "VM Exception while processing transaction: reverted with reason string 'Too many requests'"],
  [-32000, 'VM Exception while processing transaction: revert execution timeout'],
])('error %i %j says nothing of the endpoint', (code, message) => {
  const raw = `${message} (code ${code})`;
  expect(problem(code, message)).toEqual({ code: 'badAnswer', outcome: `error ${code}`, retry: false, raw });
});

test('only what may pass is worth a retry', () => {
  expect(problem(-32603, 'Internal error').retry).toBe(true);
  expect(problem(-32005, 'limit exceeded')).toMatchObject({ retry: true, retryAt: NOW + 2_000 });
  expect(problem(-32601, 'Method not found').retry).toBe(false);
  expect(problem(-32000, 'nonce too low').retry).toBe(false);
});

const SECOND = 1_000;
test.each([
  ['no header', {}, 2 * SECOND],
  ['retry-after in seconds', { 'retry-after': '7' }, 7 * SECOND],
  ['retry-after as a date', { 'retry-after': new Date(NOW + 9 * SECOND).toUTCString() }, 9 * SECOND],
  ['a reset in seconds', { 'x-ratelimit-reset': '30' }, 30 * SECOND],
  ['a reset in milliseconds', { 'x-ratelimit-reset': '30000' }, 30 * SECOND],
  ['a reset in epoch seconds', { 'x-ratelimit-reset': String(NOW / SECOND + 5) }, 5 * SECOND],
  ['a reset in epoch milliseconds', { 'ratelimit-reset': String(NOW + 5 * SECOND) }, 5 * SECOND],
  ['a reset in the past', { 'x-ratelimit-reset': String(NOW - SECOND) }, 0],
  ['a reset far away', { 'retry-after': '86400' }, 600 * SECOND],
  ['no number', { 'x-ratelimit-reset': 'soon' }, 2 * SECOND],
])('a rate limit ends: %s', (_, headers, after) => {
  expect(rateLimitEnd(new Headers(headers as Record<string, string>), NOW) - NOW).toBe(after);
});
