/** Execution payloads that Nethermind made on a private Gnosis chain (gnosischain/reth_gnosis, scripts/): transactions and header hashes. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { toRlp } from 'viem';
import { hexToBytes } from '../../../../src/core/chain/hex';
import type { Address, Hash, Hex, NetworkId } from '../../../../src/core/chain/primitives';
import { decodeRawTransaction } from '../../../../src/core/chain/raw-transaction';
import { rlpScalar } from '../../../../src/core/chain/rlp';
import type { Block } from '../../../../src/core/chain/transaction';
import { loadFamily } from '../../../../src/core/evm/families/load-family';
import { computeHeaderHash } from '../../../../src/core/proof/header';
import { computeListRoot } from '../../../../src/core/proof/trie';
import { type Check, judge } from '../../check';
import { readJson } from '../../data-files';
import type { CaseResult } from '../../suite';

type StatedWithdrawal = Record<'index' | 'validatorIndex' | 'address' | 'amount', Hex>;
type Payload = Record<string, Hex> & { transactions: Hex[]; withdrawals?: readonly StatedWithdrawal[] };

const EMPTY_UNCLES = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347' as Hash;

export async function* cases(data: string): AsyncIterable<CaseResult> {
  const folder = join(data, 'gnosis');
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder).filter((name) => name.includes('-block_'))) {
    const payload = readJson(join(folder, file)) as Payload;
    const name = `gnosis ${file}`;
    yield payload.excessBlobGas === undefined
      ? await judge(name, (check) => checkPayload(check, payload))
      : { name, outcome: 'skipped', reason: 'the payload lacks the beacon root that is in the header' };
  }
}

async function checkPayload(check: Check, payload: Payload): Promise<void> {
  const family = await loadFamily('gnosis');
  for (const [index, raw] of payload.transactions.entries())
    check.equal(`transaction ${index} is read`, (await decodeRawTransaction(raw)).ok, true);
  const { baseFeePerGas, withdrawals } = payload;
  const block: Block = {
    networkId: 100 as NetworkId,
    number: Number(payload.blockNumber),
    parentHash: payload.parentHash as Hash,
    sha3Uncles: EMPTY_UNCLES,
    miner: payload.feeRecipient?.toLowerCase() as Address,
    stateRoot: payload.stateRoot as Hash,
    transactionsRoot: computeListRoot(payload.transactions.map(hexToBytes)) as Hash,
    receiptsRoot: payload.receiptsRoot as Hash,
    logsBloom: payload.logsBloom as Hex,
    difficulty: 0n,
    gasLimit: Number(payload.gasLimit),
    gasUsed: Number(payload.gasUsed),
    timestamp: Number(payload.timestamp),
    extraData: payload.extraData as Hex,
    mixHash: payload.prevRandao as Hash,
    nonce: '0x0000000000000000',
    transactions: [],
    ...(baseFeePerGas && { baseFeePerGas: BigInt(baseFeePerGas) }),
    ...(withdrawals && { withdrawalsRoot: computeListRoot(withdrawals.map(encodeWithdrawal)) as Hash }),
  };
  check.equal('the hash of the header', computeHeaderHash(block, family.encoding), payload.blockHash as Hash);
}

/** EIP-4895. */
function encodeWithdrawal({ index, validatorIndex, address, amount }: StatedWithdrawal): Uint8Array {
  const [first, second, last] = [index, validatorIndex, amount].map((each) => rlpScalar(BigInt(each)));
  return hexToBytes(toRlp([first as Hex, second as Hex, address, last as Hex]));
}
