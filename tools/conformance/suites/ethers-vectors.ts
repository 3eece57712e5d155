/** Test vectors in the form of the ethers library: one file a subject, an array of cases each. */
import { findJson, readJson } from '../data-files';
import { type AbiCase, judgeAbi } from '../ethers/abi';
import {
  type AccountCase,
  type Create2Case,
  type CreateCase,
  type HashCase,
  judgeAccount,
  judgeCreate,
  judgeCreate2,
  judgeHash,
  judgePacked,
  judgeRlp,
  judgeTypedData,
  judgeUnits,
  type PackedCase,
  type RlpCase,
  type TypedDataCase,
  type UnitCase,
} from '../ethers/hashing';
import { judgeName, type NameCase } from '../ethers/names';
import { judgeTransaction, type TransactionCase } from '../ethers/transactions';
import type { CaseResult, Suite } from '../suite';

type Results = Promise<CaseResult> | AsyncGenerator<CaseResult>;

/** Judges of the cases, by file. */
const SUBJECTS: Readonly<Record<string, (vector: never) => Results>> = {
  abi: (vector: AbiCase) => judgeAbi(vector),
  accounts: (vector: AccountCase) => judgeAccount(vector),
  create: (vector: CreateCase) => judgeCreate(vector),
  create2: (vector: Create2Case) => judgeCreate2(vector),
  hashes: (vector: HashCase) => judgeHash(vector),
  namehash: (vector: NameCase) => judgeName(vector),
  rlp: (vector: RlpCase) => judgeRlp(vector),
  'solidity-hashes': (vector: PackedCase) => judgePacked(vector),
  transactions: (vector: TransactionCase) => judgeTransaction(vector),
  'typed-data': (vector: TypedDataCase) => judgeTypedData(vector),
  units: (vector: UnitCase) => judgeUnits(vector),
};

export const suite: Suite = {
  name: 'ethers-vectors',
  async *run(folder) {
    for (const [subject, judge] of Object.entries(SUBJECTS)) {
      const path = findJson(folder, `${subject}.json`);
      if (path === undefined) continue;
      for (const vector of readJson(path) as never[]) {
        const results = judge(vector);
        if (results instanceof Promise) yield await results;
        else yield* results;
      }
    }
  },
};
