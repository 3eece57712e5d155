/** Errors that the data or the text of another error holds: the line that raised them, and what is said there. */
import { expect, test } from 'vitest';
import { errorSiteText } from '../../../../src/core/source/errors/error-text';
import { stackTraceOf } from '../../../../src/core/source/errors/stack-trace';
import { target } from '../../../../tools/conformance/solidity/targets';
import { runSource } from '../../../helpers/source-run';

const SOURCE = `pragma solidity >=0.8.20;
contract Wrap {
  error Inner(uint a, string why);
  error Outer(bytes data);
  error Text(string text);
  function inText() external pure {
    revert(string(abi.encodeWithSelector(Inner.selector, 5, "deep")));
  }
  function inBytes() external pure {
    revert Outer(abi.encodeWithSelector(Inner.selector, 6, "held"));
  }
  function inTextOfError() external pure {
    revert Text(string(abi.encodeWithSelector(Inner.selector, 7, "text")));
  }
  function behindText() external pure {
    revert Text(string.concat("why: ", string(abi.encodeWithSignature("Error(string)", "no reason"))));
  }
  function inTextOfText() external pure {
    bytes memory inner = abi.encodeWithSignature("Error(string)", string.concat("one ", string(abi.encodeWithSignature("Panic(uint256)", 17))));
    revert(string.concat("two ", string(inner)));
  }
  function boom() external pure {
    revert Inner(9, "boom");
  }
  function handedOn() external {
    (bool ok, bytes memory data) = address(this).call(abi.encodeWithSelector(this.boom.selector));
    if (!ok) revert Outer(data);
  }
  function handedOnAsText() external {
    (bool ok, bytes memory data) = address(this).call(abi.encodeWithSelector(this.boom.selector));
    require(ok, string(data));
  }
}
`;

const pipelines = [
  target('0.8.37'),
  target('0.8.37', true),
  target('0.8.37', false, true),
  target('0.8.37', true, true),
];

test.each(pipelines)('optimizer $optimizer, via IR $viaIR', (compiler) => {
  const stackOf = (name: string) => {
    const run = runSource(SOURCE, 'Wrap', compiler, [{ name }]);
    return stackTraceOf({ ...run, steps: run.replay.steps }).map((line) => `${line.line}: ${errorSiteText(line)}`);
  };
  expect(stackOf('inText')).toEqual(['7: Reverted: Inner(5, "deep")']);
  expect(stackOf('inBytes')).toEqual([expect.stringMatching(/^10: Reverted with Outer\(/)]);
  expect(stackOf('inTextOfError')).toEqual(['13: Reverted with Text("Inner(7, \\"text\\")").']);
  expect(stackOf('behindText')).toEqual(['16: Reverted with Text("why: Error(\\"no reason\\")").']);
  expect(stackOf('inTextOfText')).toEqual(['20: Reverted: two Error("one Panic(17)")']);
  const raised = '23: Reverted with Inner(9, "boom").';
  expect(stackOf('handedOn')).toEqual(['26: Caught the failure and reverted with Outer around it.', raised]);
  expect(stackOf('handedOnAsText')).toEqual(['30: Caught the failure and reverted with Error around it.', raised]);
});
