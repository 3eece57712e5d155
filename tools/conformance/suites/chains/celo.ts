/** Celo: encodings of the transactions that it alone has. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fromRlp } from 'viem';
import type { Address, Hash, Hex, NetworkId } from '../../../../src/core/chain/primitives';
import { transactionOf } from '../../../../src/core/chain/transaction';
import { encodeCelo } from '../../../../src/core/evm/families/celo/celo-transactions';
import { OP_ENCODING } from '../../../../src/core/evm/families/op-stack';
import { decodeDeposit } from '../../chains/deposit';
import { checkOpBlock } from '../../chains/op-block';
import type { WitnessedBlock } from '../../chains/op-header';
import { judge } from '../../check';
import { readJson } from '../../data-files';
import type { CaseResult } from '../../suite';

type Vectors = { transactions: readonly { raw: Hex }[]; opDeposit: { raw: Hex; from: Hex; sourceHash: Hex } };

export async function* cases(data: string): AsyncIterable<CaseResult> {
  yield* blocks(join(data, 'celo', 'kona-executor'));
  const file = join(data, 'celo', 'cip-vectors.json');
  if (!existsSync(file)) return;
  const { transactions, opDeposit } = readJson(file) as Vectors;
  for (const [at, { raw }] of transactions.entries())
    yield await judge(`celo CIP-42 transaction ${at + 1}`, (check) =>
      check.equal('the bytes', encodeCelo(transactionOf(cip42(raw))), raw),
    );
  yield await judge('celo deposit', (check) => {
    const deposit = decodeDeposit(opDeposit.raw, 10 as NetworkId);
    check.equal('the sender', deposit.from, opDeposit.from);
    check.equal('the source', deposit.rollup?.sourceHash, opDeposit.sourceHash);
    check.equal('the bytes', OP_ENCODING.transaction(deposit), opDeposit.raw);
  });
}

/** Blocks of Celo and Celo Sepolia up to the hash of the header (celo-org/celo-kona, crates/kona/executor/testdata). */
async function* blocks(folder: string): AsyncIterable<CaseResult> {
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder).sort())
    yield await judge(`celo ${file.replace('.json.gz', '')}`, (check) =>
      checkOpBlock(check, readJson(join(folder, file)) as WitnessedBlock),
    );
}

/** Fields of an unsigned transaction as JSON-RPC states them. */
function cip42(raw: Hex): Parameters<typeof transactionOf>[0] {
  const fields = fromRlp(`0x${raw.slice(4)}`) as readonly Hex[];
  const number = (at: number) => (fields[at] === '0x' ? 0n : BigInt(fields[at] as Hex));
  const [feeCurrency, gatewayFeeRecipient, gatewayFee] = [5, 6, 7].map((at) => fields[at] as Hex);
  return {
    networkId: 42220 as NetworkId,
    hash: `0x${'00'.repeat(32)}` as Hash,
    type: 0x7c,
    from: `0x${'00'.repeat(20)}` as Address,
    chainId: Number(number(0)),
    nonce: Number(number(1)),
    maxPriorityFeePerGas: number(2),
    maxFeePerGas: number(3),
    gas: Number(number(4)),
    to: fields[8] as Address,
    value: number(9),
    input: fields[10] as Hex,
    rollup: {
      ...(feeCurrency !== '0x' && { feeCurrency: feeCurrency as string }),
      ...(gatewayFeeRecipient !== '0x' && { gatewayFeeRecipient: gatewayFeeRecipient as string }),
      ...(gatewayFee !== '0x' && { gatewayFee: gatewayFee as string }),
    },
  };
}
