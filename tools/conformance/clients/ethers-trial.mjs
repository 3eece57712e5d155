// What a program with ethers does: deploys, sends, reads errors and events, and listens.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ContractFactory, JsonRpcProvider, Wallet, WebSocketProvider } from 'ethers';

const { RPC_URL, KEY } = process.env;
const { abi, bytecode } = JSON.parse(readFileSync('out/Counter.sol/Counter.json', 'utf8'));
// It keeps answers for 250 ms, the nonce among them, in which a block is long made.
const provider = new JsonRpcProvider(RPC_URL, undefined, { cacheTimeout: -1 });
const wallet = new Wallet(KEY, provider);

const counter = await new ContractFactory(abi, bytecode.object, wallet).deploy(3);
await counter.waitForDeployment();
assert.equal(await counter.number(), 3n);
const receipt = await (await counter.set(11)).wait();
assert.equal(receipt.status, 1);
assert.equal(receipt.logs[0].fragment.name, 'NumberSet');
await assert.rejects(
  () => counter.set.staticCall(500),
  ({ code, revert }) => code === 'CALL_EXCEPTION' && revert.name === 'TooLarge' && revert.args[0] === 500n,
);
assert.equal((await counter.queryFilter('NumberSet')).length, 1);
assert.ok((await provider.getFeeData()).maxFeePerGas > 0n);

const listener = new WebSocketProvider(RPC_URL.replace('http', 'ws'));
const blocks = [];
await listener.on('block', (number) => blocks.push(number));
// The first blocks may be made before the subscription stands.
for (let made = 0; made < 100 && blocks.length === 0; made++) {
  await provider.send('evm_mine', []);
  await listener.getBlockNumber();
}
assert.ok(blocks.length > 0, 'no block was told');

// Both poll until they are told to stop, and then complain of questions that were on their way.
process.exit();
