/**
 * A `console.sol` with every function that Hardhat's has, made here: the cases
 * import it from outside of their folders.
 */
const MIXED = ['uint256', 'string', 'bool', 'address'];

/** Returns the source text of the library. */
export function consoleSource(): string {
  const functions = [
    declare('log', []),
    ...combinations(4).map((types) => declare('log', types)),
    declare('logInt', ['int256']),
    declare('logUint', ['uint256']),
    declare('logString', ['string']),
    declare('logBool', ['bool']),
    declare('logAddress', ['address']),
    declare('logBytes', ['bytes']),
    ...Array.from({ length: 32 }, (_, index) => declare(`logBytes${index + 1}`, [`bytes${index + 1}`])),
  ];
  return `pragma solidity >=0.4.22 <0.9.0;

library console {
    address constant CONSOLE_ADDRESS = address(0x000000000000000000636F6e736F6c652e6c6f67);

    function _sendLogPayloadImplementation(bytes memory payload) internal view {
        address consoleAddress = CONSOLE_ADDRESS;
        assembly {
            pop(staticcall(gas(), consoleAddress, add(payload, 32), mload(payload), 0, 0))
        }
    }

    function _castToPure(function(bytes memory) internal view fnIn)
        internal pure returns (function(bytes memory) pure fnOut)
    {
        assembly {
            fnOut := fnIn
        }
    }

    function _sendLogPayload(bytes memory payload) internal pure {
        _castToPure(_sendLogPayloadImplementation)(payload);
    }

${functions.join('\n\n')}
}
`;
}

function declare(name: string, types: readonly string[]): string {
  const parameters = types.map((type, index) => `${type}${isDynamic(type) ? ' memory' : ''} p${index}`).join(', ');
  const args = [`"log(${types.join(',')})"`, ...types.map((_, index) => `p${index}`)].join(', ');
  return `    function ${name}(${parameters}) internal pure {
        _sendLogPayload(abi.encodeWithSignature(${args}));
    }`;
}

function isDynamic(type: string): boolean {
  return type === 'string' || type === 'bytes';
}

/** Every sequence of one to `length` of the mixed types. */
function combinations(length: number): string[][] {
  let longest: string[][] = [[]];
  const all: string[][] = [];
  for (let size = 1; size <= length; size++) {
    longest = longest.flatMap((types) => MIXED.map((type) => [...types, type]));
    all.push(...longest);
  }
  return all;
}
