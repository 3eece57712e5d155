import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { askChainId, describeNode, nodeLine, ownNodeConfig } from '../../../tools/serving/own-node';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A node that answers each method by a function of its parameters, and with an error where there is none. */
async function startNode(answers: Record<string, (params: readonly string[]) => unknown>): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { method, params } = JSON.parse(body) as { method: string; params: string[] };
    const answer = answers[method];
    response.end(JSON.stringify(answer ? { result: answer(params) } : { error: { message: 'no such method' } }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  stops.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('what is printed of a node', () => {
  test('has its client, height and newest transaction, which may be some blocks back', async () => {
    const hash = `0x${'a'.repeat(64)}`;
    const url = await startNode({
      web3_clientVersion: () => 'HardhatNetwork/2.26.3\u001b[31m',
      eth_blockNumber: () => '0x7',
      eth_getBlockByNumber: ([number]) => ({ transactions: number === '0x5' ? [`0x${'b'.repeat(64)}`, hash] : [] }),
    });
    const node = await describeNode(url, 31337);
    expect(node).toMatchObject({ height: 7, newest: { hash, block: 5 } });
    expect(nodeLine(node)).toMatch(/^chain 31337 · HardhatNetwork\/2\.26\.3.* · block 7$/);
    expect(nodeLine(node)).not.toContain('\u001b');
  });

  test('leaves out what the node does not answer', async () => {
    const node = await describeNode(await startNode({}), 5);
    expect(node).toEqual({ chainId: 5 });
    expect(nodeLine(node)).toBe('chain 5');
  });
});

test('an answer without an end is not read on', async () => {
  let sent = 0;
  const server = createServer((_, response) => {
    const more = () => {
      sent += 1 << 16;
      if (!response.destroyed) response.write(' '.repeat(1 << 16), more);
    };
    more();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  stops.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(askChainId(url)).rejects.toThrow(`The node at ${url} does not answer (its answer does not end).`);
  expect(sent).toBeLessThan(64 << 20);
});

test.each([
  ['http://127.0.0.1:8545', 31337, 'HardhatNetwork/2.26.3', 'Hardhat'],
  ['http://127.0.0.1:8545', 31337, 'anvil/v1.7.1', 'Anvil'],
  ['http://127.0.0.1:8545', 31337, 'Geth/v1.14', 'Local chain 31337'],
  ['http://127.0.0.1:8545', 1, 'anvil/v1.7.1', 'Ethereum (local node)'],
  ['https://node.example', 1, 'Geth/v1.14', 'Ethereum'],
])('the chain of %s with id %i and client %s is called %s', async (url, id, client, name) => {
  expect((await ownNodeConfig(url, id, client)).networks).toMatchObject([{ id, name }]);
});
