/** A chain of which a hosted API knows more than its node tells. */
import { toFunctionSelector } from 'viem';
import { ANVIL_ACCOUNTS, startAnvil } from '../../helpers/anvil';
import { startFaultProxy } from '../../helpers/fault-proxy';
import type { HostedQuestion, HostedReply, HostedServer } from '../../helpers/hosted-server';
import { sendMined } from '../../helpers/mined';
import { workbench } from './config';

/** Of a chain that is not indexed by itself, so that others are asked for lists. */
export const UNLISTED = 424_242;
export const FILE = 'contracts/failures/Failures.sol';
export const NAME = 'Failures';
export const [, wallet] = ANVIL_ACCOUNTS;

type Build = {
  input: { sources: Record<string, { content: string }>; settings: { optimizer: object } };
  output: { contracts: Record<string, Record<string, { abi: unknown; evm: { bytecode: { object: string } } }>> };
};

/** A chain with one contract, and a host that knows its sources, lists of addresses, and names. */
export async function startTeam(buildOutput: string): Promise<Team> {
  const build = JSON.parse(buildOutput) as Build;
  const contract = build.output.contracts[FILE]?.[NAME];
  const anvil = await startAnvil({ chainId: UNLISTED });
  const created = await sendMined(anvil, {
    from: ANVIL_ACCOUNTS[0],
    data: `0x${contract?.evm.bytecode.object}`,
    gas: '0x4c4b40',
  });
  const address = created.contractAddress.toLowerCase();
  // Failures.customError(7), by its selector.
  const data = `${toFunctionSelector('customError(uint256)')}${'7'.padStart(64, '0')}`;
  const failed = await sendMined(anvil, { from: ANVIL_ACCOUNTS[0], to: address, data, gas: '0x186a0' });
  const verified = {
    address,
    network_id: String(UNLISTED),
    contract_name: NAME,
    public: false,
    verification_date: '2025-01-01T00:00:00Z',
    compiler_version: 'v0.8.37+commit.f401782d',
    compiler_settings: build.input.settings,
    data: {
      main_contract: 1,
      contract_info: [{ id: 1, path: FILE, name: NAME, source: build.input.sources[FILE]?.content }],
      raw_abi: contract?.abi,
    },
  };
  const listed = {
    hash: `0x${'7a'.repeat(32)}`,
    network_id: String(UNLISTED),
    from: wallet,
    to: address,
    value: '1',
    input: '0xa9059cbb',
    block_number: 1,
    block_hash: `0x${'7b'.repeat(32)}`,
    index: 0,
    gas: 60_000,
    gas_used: 50_000,
    status: true,
    timestamp: '2025-01-01T00:00:00Z',
  };
  const answer: Answer = ({ path }) => {
    if (path.startsWith('/address/info/')) return { body: { type: path.endsWith(address) ? 'contract' : 'wallet' } };
    if (path.endsWith('/creation-tx')) return { body: { hash: created.transactionHash } };
    if (path.endsWith('/balance')) return { body: { balance: '1', balance_in_dollars: 1_234.5, dollar_value: 2 } };
    if (path.endsWith('/block-number')) return { body: { block_number: 1_234 } };
    if (path === '/public-networks') return { body: [{ id: String(UNLISTED), name: 'Team chain' }] };
    if (path.startsWith('/public/cached-tx-data/')) return { body: listed };
    if (path === '/usage') {
      const usages = [{ label: 'Traces', count: 5, tus_consumed: 400 }];
      return { body: { quota: { plan_limit: 1_000, tus_used: 400 }, usages } };
    }
    if (path === '/safety') return { body: { action_type: 'Warning', reason: 'It is new here.' } };
    if (path.endsWith('/contracts')) return { body: { contracts: [verified] } };
    if (path.endsWith('/explorer/transactions')) return { body: { transactions: [listed] } };
    if (path === '/search') {
      return { body: { public_contracts: [{ address, name: 'Harbor of failures', network_id: String(UNLISTED) }] } };
    }
    return undefined;
  };
  // A node for development would be indexed by itself, and nobody asked for lists then.
  const proxy = await startFaultProxy(anvil.url);
  proxy.set({ refuse: /^(anvil|hardhat)_/ });
  const stop = async () => {
    await proxy.stop();
    await anvil.stop();
  };
  const { transactionHash } = failed;
  return { rpcUrl: proxy.url, address, created: created.transactionHash, failed: transactionHash, answer, stop };
}

export type Team = {
  rpcUrl: string;
  address: string;
  /** Hashes of the transaction that made the contract, and of one in which it refused. */
  created: string;
  failed: string;
  answer: Answer;
  stop: () => Promise<void>;
};
type Answer = (question: HostedQuestion) => HostedReply | undefined;

/** A workbench of that chain; `host` answers under `paths` where it is configured. */
export function config(rpcUrl: string, host: HostedServer | undefined, paths: object, more: object = {}): unknown {
  return workbench(rpcUrl, {
    defaultNetwork: UNLISTED,
    networks: [{ id: UNLISTED, name: 'Unlisted', rpcUrls: [rpcUrl] }],
    buildOutput: [],
    ...more,
    ...(host === undefined ? {} : { hostedApi: { url: host.url, name: 'Team host', paths } }),
  });
}
