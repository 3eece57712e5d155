/** The cases for solc 0.8 of the stack-trace suite, compiled via IR without the optimizer. */
import { isOf08, stackSuite } from '../solidity/stack-cases';
import { target } from '../solidity/targets';

export const suite = stackSuite('solidity-stack-traces-via-ir', [target('0.8.37', false, true)], isOf08);
