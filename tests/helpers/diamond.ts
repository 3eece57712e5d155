/** A diamond (EIP-2535) with facets, compiled here and deployed on a node of the test. */
import { type Abi, encodeDeployData, encodeFunctionData, type Hex, toFunctionSelector } from 'viem';
import type { Address, Selector } from '../../src/core/chain/primitives';
import { ANVIL_ACCOUNTS, type Anvil } from './anvil';
import { type MinedReceipt, sendMined } from './mined';
import { newestSolc } from './solc';

const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

enum Action { Add, Replace, Remove }
struct Cut { address facet; Action action; bytes4[] selectors; }
struct Facet { address facetAddress; bytes4[] functionSelectors; }

library Cuts {
    event DiamondCut(Cut[] diamondCut, address init, bytes data);
    struct Layout { address[] facets; mapping(address => bytes4[]) selectors; mapping(bytes4 => address) facetOf; }

    function layout() internal pure returns (Layout storage found) {
        bytes32 place = keccak256("diamond.standard.diamond.storage");
        assembly { found.slot := place }
    }

    function apply_(Cut[] memory cuts) internal {
        Layout storage all = layout();
        for (uint256 at; at < cuts.length; at++) {
            Cut memory cut = cuts[at];
            for (uint256 i; i < cut.selectors.length; i++) {
                bytes4 selector = cut.selectors[i];
                drop(all, all.facetOf[selector], selector);
                if (cut.action == Action.Remove) { delete all.facetOf[selector]; continue; }
                if (all.selectors[cut.facet].length == 0) all.facets.push(cut.facet);
                all.selectors[cut.facet].push(selector);
                all.facetOf[selector] = cut.facet;
            }
        }
        emit DiamondCut(cuts, address(0), "");
    }

    function drop(Layout storage all, address facet, bytes4 selector) private {
        bytes4[] storage own = all.selectors[facet];
        for (uint256 i; i < own.length; i++) {
            if (own[i] != selector) continue;
            own[i] = own[own.length - 1];
            own.pop();
            return;
        }
    }
}

contract Diamond {
    constructor(Cut[] memory cuts) { Cuts.apply_(cuts); }

    fallback() external payable {
        address facet = Cuts.layout().facetOf[msg.sig];
        require(facet != address(0), "no such function");
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), facet, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch done case 0 { revert(0, returndatasize()) } default { return(0, returndatasize()) }
        }
    }
}

contract CutFacet {
    function diamondCut(Cut[] calldata cuts, address, bytes calldata) external { Cuts.apply_(cuts); }
}

contract LoupeFacet {
    function facets() external view returns (Facet[] memory all) {
        Cuts.Layout storage found = Cuts.layout();
        all = new Facet[](found.facets.length);
        for (uint256 i; i < all.length; i++) all[i] = Facet(found.facets[i], found.selectors[found.facets[i]]);
    }
    function facetAddresses() external view returns (address[] memory) { return Cuts.layout().facets; }
    function facetFunctionSelectors(address facet) external view returns (bytes4[] memory) {
        return Cuts.layout().selectors[facet];
    }
    function facetAddress(bytes4 selector) external view returns (address) { return Cuts.layout().facetOf[selector]; }
}

contract CounterFacet {
    error TooMuch(uint256 by);
    uint256 private total;
    /// @notice How often something was counted.
    function count() external view returns (uint256) { return total; }
    function increment(uint256 by) external { if (by > 9) revert TooMuch(by); total += by; }
    function notRouted() external pure returns (uint256) { return 1; }
}

contract MottoFacet {
    mapping(address => uint256) private mottos;
    function mottoOf(address owner) external view returns (uint256) { return mottos[owner]; }
    function setMotto(uint256 motto) external { mottos[msg.sender] = motto; }
}
`;

const FILE = 'Diamond.sol';

/** Facets with the functions that the diamond sends to them. */
const FACETS = {
  CutFacet: ['diamondCut((address,uint8,bytes4[])[],address,bytes)'],
  LoupeFacet: ['facets()', 'facetAddresses()', 'facetFunctionSelectors(address)', 'facetAddress(bytes4)'],
  CounterFacet: ['count()', 'increment(uint256)'],
  MottoFacet: ['mottoOf(address)', 'setMotto(uint256)'],
} as const;

export type FacetName = keyof typeof FACETS;

export type DeployedDiamond = { address: Address; facets: Readonly<Record<FacetName, Address>> };

type Compiled = { contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>> };

/** The compiled contracts, and their build output without those that nobody is to know. */
export function compileDiamond(unknown: readonly string[]): { compiled: Compiled; buildOutput: string } {
  const input = {
    language: 'Solidity',
    sources: { [FILE]: { content: SOURCE } },
    settings: {
      outputSelection: {
        '*': { '*': ['abi', 'userdoc', 'devdoc', 'metadata', 'evm.bytecode', 'evm.deployedBytecode'], '': ['ast'] },
      },
    },
  };
  const { longVersion, compile } = newestSolc();
  const compiled = JSON.parse(compile(JSON.stringify(input))) as Compiled;
  const known = Object.entries(compiled.contracts[FILE] ?? {}).filter(([name]) => !unknown.includes(name));
  const output = { ...compiled, contracts: { [FILE]: Object.fromEntries(known) } };
  return { compiled, buildOutput: JSON.stringify({ solcLongVersion: longVersion, input, output }) };
}

/** Deploys the facets and a diamond of all of them but those left out. */
export async function deployDiamond(
  anvil: Anvil,
  { contracts }: Compiled,
  leftOut: readonly FacetName[] = [],
): Promise<DeployedDiamond> {
  const deploy = async (name: string, args: readonly unknown[] = []) => {
    const { abi, evm } = contracts[FILE]?.[name] ?? {};
    if (abi === undefined || evm === undefined) throw new Error(`${name} was not compiled`);
    const data = encodeDeployData({ abi, bytecode: `0x${evm.bytecode.object}`, args });
    return (await sendMined(anvil, { from: ANVIL_ACCOUNTS[0], data })).contractAddress;
  };
  const facets = {} as Record<FacetName, Address>;
  const names = Object.keys(FACETS) as FacetName[];
  for (const name of names) facets[name] = await deploy(name);
  const cuts = names
    .filter((name) => !leftOut.includes(name))
    .map((name) => ({ facet: facets[name], action: 0, selectors: selectorsOf(name) }));
  return { address: await deploy('Diamond', [cuts]), facets };
}

/** Has the diamond change its functions. */
export function cutDiamond(
  anvil: Anvil,
  { contracts }: Compiled,
  { address }: DeployedDiamond,
  cuts: readonly { facet: Hex; action: 0 | 1 | 2; selectors: readonly Selector[] }[],
): Promise<MinedReceipt> {
  const abi = contracts[FILE]?.CutFacet?.abi ?? [];
  const data = encodeFunctionData({ abi, functionName: 'diamondCut', args: [cuts, `0x${'0'.repeat(40)}`, '0x'] });
  return sendMined(anvil, { from: ANVIL_ACCOUNTS[0], to: address, data });
}

/** The selectors that the diamond sends to the facet, in their order. */
export function selectorsOf(name: FacetName): readonly Selector[] {
  return FACETS[name].map((signature) => toFunctionSelector(signature) as Selector);
}
