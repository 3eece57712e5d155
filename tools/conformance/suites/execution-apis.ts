/**
 * The tests of the execution API specification: its chain is executed on a
 * virtual network, every header must come out as it is, and then the network
 * is asked what the tests ask.
 */
import { RpcDoor } from '../../../src/core/virtual/rpc/methods';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { judge } from '../check';
import { checkCase, readCases } from '../execution-apis/cases';
import { importBlock, readChain } from '../execution-apis/import-chain';
import type { CaseResult, Suite } from '../suite';

/** What a virtual network does not do, by the beginning of the case's name. */
const OUTSIDE: readonly (readonly [string, string])[] = [
  ['eth_config/', 'a virtual network has no fork id: nobody meets it on a wire'],
  ['txpool_content/', 'the pool it shows holds a transaction of a case that is not among these'],
  ['testing_buildBlockV1/', 'blocks are sealed, not built for a consensus client'],
];

export const suite: Suite = {
  name: 'execution-apis',
  async *run(folder): AsyncIterable<CaseResult> {
    const { chain, blocks } = await readChain(folder);
    for (const [index, block] of blocks.entries())
      yield await judge(`block ${index + 1}`, async () => importBlock(chain, block));
    const node = new VirtualNode(chain, new Map(), undefined, 'loupe');
    // The chain is as its consensus client left it: what is sent waits.
    node.isAutomatic = false;
    const door = new RpcDoor(node);
    for (const test of readCases(folder)) {
      const outside = OUTSIDE.find(([name]) => test.name.startsWith(name));
      if (outside) yield { name: test.name, outcome: 'skipped', reason: outside[1] };
      else yield await judge(test.name, (check) => checkCase(door, test, check));
    }
  },
};
