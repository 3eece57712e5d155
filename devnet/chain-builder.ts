/**
 * Writes the demo chain down, block by block, without a node.
 *
 * Everything a transaction's hash depends on is fixed here: keys, nonces, gas,
 * fees and data. So the names map to the same hashes on every machine, and the
 * signed chain can be kept and played again.
 */
import {
  type Abi,
  type AccessList,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  type TransactionSerializable,
  toHex,
} from 'viem';
import { type AccountName, accounts } from './accounts';
import { constantBlob } from './blob';
import { type Compiled, contractNamed } from './compile';
import type { TransactionName } from './names';
import type { RecordedBlock, RecordedChain } from './recorded-chain';
import { blockGasLimit, chainId, genesisTimestamp } from './rules';

const gwei = 1_000_000_000n;

export type Contract = { name: string; address: Hex; abi: Abi };

type Fields = {
  to?: Hex;
  data?: Hex;
  value?: bigint;
  gas?: bigint;
  type?: 'legacy' | 'eip2930' | 'eip1559' | 'eip4844' | 'eip7702';
  accessList?: AccessList;
  /** Text the blob is filled with; type eip4844 only. */
  blobText?: string;
  /** The contract the sender delegates to; type eip7702 only. */
  delegateTo?: Hex;
  /** Set when the block needs a higher limit than usual. */
  blockGasLimit?: bigint;
  /** The name it goes by. */
  name?: TransactionName;
};

type Draft = Fields & { from: AccountName; nonce: number };

type CallFields = Omit<Fields, 'to' | 'data'>;

export class ChainBuilder {
  readonly contracts: Record<string, Hex> = {};
  readonly #compiled: Compiled;
  readonly #nonces = new Map<AccountName, number>();
  readonly #blocks: { timestamp: number; drafts: Draft[] }[] = [];
  #time = genesisTimestamp;
  #together: Draft[] | undefined;

  constructor(compiled: Compiled) {
    this.#compiled = compiled;
  }

  /** Chain time, in Unix seconds, of the block written last. */
  get time(): number {
    return this.#time;
  }

  /** Lets chain time pass before the next block. */
  wait(seconds: number): void {
    this.#time += seconds;
  }

  /** Puts everything sent by `write` into one block. */
  together(write: () => void): void {
    this.#time += 12;
    const drafts: Draft[] = [];
    this.#together = drafts;
    write();
    this.#together = undefined;
    this.#blocks.push({ timestamp: this.#time, drafts });
  }

  /** Sends a transaction in a block of its own, 12 s after the last one, unless inside `together`. */
  send(from: AccountName, fields: Fields): void {
    const nonce = this.#nonces.get(from) ?? 0;
    // A self-sponsored delegation takes a second nonce of the same account (EIP-7702).
    this.#nonces.set(from, nonce + (fields.delegateTo === undefined ? 1 : 2));
    const draft = { ...fields, from, nonce };
    if (this.#together === undefined) {
      this.#time += 12;
      this.#blocks.push({ timestamp: this.#time, drafts: [draft] });
    } else {
      this.#together.push(draft);
    }
  }

  /** Calls a function of a contract; the arguments are checked by the encoder. */
  call(
    from: AccountName,
    contract: Contract,
    functionName: string,
    args: unknown[] = [],
    fields: CallFields = {},
  ): void {
    this.send(from, { gas: 300_000n, ...fields, to: contract.address, data: encode(contract, functionName, args) });
  }

  /**
   * Deploys a contract from the deployer's account and registers it under `label` (its own name by default).
   * Returns it with the address it will have.
   */
  deploy(
    name: string,
    args: unknown[] = [],
    options: { label?: string; libraries?: Record<string, Hex>; name?: TransactionName; gas?: bigint } = {},
  ): Contract {
    const { abi, bytecode } = contractNamed(this.#compiled, name, options.libraries);
    const from = accounts.deployer.address;
    const address = getContractAddress({ from, nonce: BigInt(this.#nonces.get('deployer') ?? 0) });
    this.send('deployer', {
      data: encodeDeployData({ abi, bytecode, args }),
      gas: options.gas ?? 4_000_000n,
      ...(options.name === undefined ? {} : { name: options.name }),
    });
    return this.register(options.label ?? name, { name, address, abi });
  }

  /** Deploys what init code makes, and registers its address under `label`. */
  deployBytes(label: string, data: Hex): Hex {
    const from = accounts.deployer.address;
    const address = getContractAddress({ from, nonce: BigInt(this.#nonces.get('deployer') ?? 0) });
    this.send('deployer', { data, gas: 1_000_000n });
    return this.register(label, { name: label, address, abi: [] }).address;
  }

  /** Registers a contract that another contract creates. */
  register(label: string, contract: Contract): Contract {
    if (this.contracts[label] !== undefined) throw new Error(`Two demo contracts are labelled ${label}.`);
    this.contracts[label] = contract.address.toLowerCase() as Hex;
    return contract;
  }

  /** ABI and creation code of a contract of the demo sources. */
  artifact(name: string): { abi: Abi; bytecode: Hex } {
    return contractNamed(this.#compiled, name);
  }

  /** Signs everything. Throws when a name was used twice. */
  async record(): Promise<Pick<RecordedChain, 'blocks' | 'transactions' | 'contracts'>> {
    const transactions: Record<string, Hex> = {};
    const blocks: RecordedBlock[] = [];
    for (const { timestamp, drafts } of this.#blocks) {
      const signed = await Promise.all(drafts.map(sign));
      drafts.forEach((draft, index) => {
        const raw = signed[index];
        if (draft.name === undefined || raw === undefined) return;
        if (transactions[draft.name] !== undefined) throw new Error(`Two transactions are named ${draft.name}.`);
        transactions[draft.name] = raw.hash;
      });
      blocks.push({
        timestamp,
        gasLimit: toHex(drafts.reduce((limit, draft) => draft.blockGasLimit ?? limit, blockGasLimit)),
        transactions: signed.map(({ raw }) => raw),
        names: drafts.flatMap(({ name }) => (name === undefined ? [] : [name])),
      });
    }
    return { blocks, transactions, contracts: this.contracts };
  }
}

/** Calldata for a function of a contract. */
export function encode(contract: { abi: Abi }, functionName: string, args: unknown[] = []): Hex {
  return encodeFunctionData({ abi: contract.abi, functionName, args });
}

async function sign(draft: Draft): Promise<{ raw: Hex; hash: Hex }> {
  const account = accounts[draft.from];
  const blob = draft.blobText === undefined ? undefined : constantBlob(draft.blobText);
  const raw = await account.signTransaction(await toSerializable(draft, blob));
  if (blob === undefined) return { raw, hash: keccak256(raw) };
  // The hash of a blob transaction leaves its blobs out (EIP-4844, "network wrapper").
  const { sidecars: _, ...bare } = (await toSerializable(draft, blob)) as TransactionSerializable & {
    sidecars: unknown;
  };
  return { raw, hash: keccak256(await account.signTransaction(bare as TransactionSerializable)) };
}

async function toSerializable(draft: Draft, blob: ReturnType<typeof constantBlob> | undefined) {
  const common = {
    chainId,
    nonce: draft.nonce,
    gas: draft.gas ?? 21_000n,
    ...(draft.to === undefined ? {} : { to: draft.to }),
    ...(draft.data === undefined ? {} : { data: draft.data }),
    ...(draft.value === undefined ? {} : { value: draft.value }),
  };
  const fees = { maxFeePerGas: 3n * gwei, maxPriorityFeePerGas: tip(draft) };
  switch (draft.type ?? 'eip1559') {
    case 'legacy':
      return { ...common, type: 'legacy', gasPrice: 2n * gwei } as TransactionSerializable;
    case 'eip2930':
      return {
        ...common,
        type: 'eip2930',
        gasPrice: 2n * gwei,
        accessList: draft.accessList ?? [],
      } as TransactionSerializable;
    case 'eip4844':
      if (blob === undefined) throw new Error('A blob transaction needs a text for its blob.');
      return {
        ...common,
        ...fees,
        type: 'eip4844',
        maxFeePerBlobGas: gwei,
        blobVersionedHashes: [blob.versionedHash],
        sidecars: [{ blob: blob.blob, commitment: blob.commitment, proof: blob.proof }],
      } as TransactionSerializable;
    case 'eip7702': {
      if (draft.delegateTo === undefined) throw new Error('A set-code transaction needs a contract to delegate to.');
      const authorization = await accounts[draft.from].signAuthorization?.({
        chainId,
        address: draft.delegateTo,
        nonce: draft.nonce + 1,
      });
      return { ...common, ...fees, type: 'eip7702', authorizationList: [authorization] } as TransactionSerializable;
    }
    case 'eip1559':
      return { ...common, ...fees, type: 'eip1559', accessList: draft.accessList ?? [] } as TransactionSerializable;
  }
}

/** Between 0.1 and 1 gwei, different from one transaction to the next. */
function tip(draft: Draft): bigint {
  return (gwei * BigInt(1 + ((draft.nonce * 7 + draft.from.length) % 10))) / 10n;
}
