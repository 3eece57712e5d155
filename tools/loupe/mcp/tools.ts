/** The tools of `loupe mcp`, in the order in which a client lists them. A tool is an export of a file in `tools/`. */
import type { Tool } from './tool';
import { contract, decode, storage } from './tools/chain';
import { compare } from './tools/compare';
import { simulate } from './tools/simulate';
import { changes, step } from './tools/step';
import { coverage, runTests, tests } from './tools/tests';
import { failure, funds, state, transaction } from './tools/transaction';
import { search, skeleton, subtree } from './tools/tree';
import { virtualCreate, virtualRequest } from './tools/virtual';

export const TOOLS: readonly Tool[] = [
  ...[transaction, failure, skeleton, subtree, search],
  ...[step, changes, funds, state, compare],
  ...[contract, storage, decode],
  ...[tests, runTests, coverage],
  ...[simulate, virtualCreate, virtualRequest],
];
