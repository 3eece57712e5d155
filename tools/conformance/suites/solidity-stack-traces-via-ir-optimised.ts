/** The cases for solc 0.8 of the stack-trace suite, compiled via IR with the optimizer. */
import { isOf08, stackSuite } from '../solidity/stack-cases';
import { target } from '../solidity/targets';

export const suite = stackSuite('solidity-stack-traces-via-ir-optimised', [target('0.8.37', true, true)], isOf08);
