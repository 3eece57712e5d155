/**
 * Contracts and accounts that the protocols of other chains keep at fixed
 * addresses, under the names of their makers.
 */

/** Address, name. */
type Listed = readonly (readonly [address: string, name: string])[];

/** ethereum-optimism/specs, protocol/predeploys.md and deposits.md. The last two digits behind 0x42 and zeros. */
const OP_STACK: Listed = [
  ['07', 'L2CrossDomainMessenger'],
  ['0f', 'GasPriceOracle'],
  ['10', 'L2StandardBridge'],
  ['11', 'SequencerFeeVault'],
  ['12', 'OptimismMintableERC20Factory'],
  ['14', 'L2ERC721Bridge'],
  ['15', 'L1Block'],
  ['16', 'L2ToL1MessagePasser'],
  ['17', 'OptimismMintableERC721Factory'],
  ['18', 'ProxyAdmin'],
  ['19', 'BaseFeeVault'],
  ['1a', 'L1FeeVault'],
  ['1b', 'OperatorFeeVault'],
  ['20', 'SchemaRegistry'],
  ['21', 'EAS'],
];

/** Addresses that nobody but these chains can have: named on every chain. */
export const PROTOCOL_CONTRACTS: readonly (readonly [address: string, name: string, source: string])[] = [
  ...OP_STACK.map(([tail, name]) => [`0x42${tail.padStart(38, '0')}`, name, 'OP Stack'] as const),
  ['0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001', 'L1 Attributes Depositor', 'OP Stack'],
  // celo-org/optimism and docs.celo.org, core contracts
  ['0xcd437749e43a154c07f3553504c68fbfd56b8778', 'FeeHandler', 'Celo'],
  // scroll-tech/scroll-documentation, developers/scroll-contracts: L2 predeploys
  ['0x5300000000000000000000000000000000000000', 'L2MessageQueue', 'Scroll'],
  ['0x5300000000000000000000000000000000000002', 'L1GasPriceOracle', 'Scroll'],
  ['0x5300000000000000000000000000000000000003', 'Whitelist', 'Scroll'],
  ['0x5300000000000000000000000000000000000005', 'L2TxFeeVault', 'Scroll'],
  // taikoxyz/taiko-geth, consensus/taiko/consensus.go; the anchor is the treasury as well
  ['0x0000777735367b36bc9b61c50022d9d0700db4ec', 'Golden Touch', 'Taiko'],
  ['0x1670000000000000000000000000000000010001', 'TaikoAnchor', 'Taiko'],
  // taikoxyz/taiko-mono, packages/protocol/deployments: what genesis has of the rollup
  ['0x1670000000000000000000000000000000000001', 'Bridge', 'Taiko'],
  ['0x1670000000000000000000000000000000000005', 'SignalService', 'Taiko'],
  ['0x1670130000000000000000000000000000010001', 'TaikoAnchor', 'Taiko Hoodi'],
  // OffchainLabs/nitro, arbos/l1pricing/l1pricing.go and arbos/internal_tx.go
  ['0xa4b000000000000000000073657175656e636572', 'Sequencer', 'Arbitrum'],
  ['0xa4b00000000000000000000000000000000000f6', 'L1PricerFundsPool', 'Arbitrum'],
  ['0x00000000000000000000000000000000000a4b05', 'ArbOS', 'Arbitrum'],
  // gnosischain/reth_gnosis, src/spec/chainspecs
  ['0x6bbe78ee9e474842dbd4ab4987b3cefe88426a92', 'Fee Collector', 'Gnosis'],
  ['0x1559000000000000000000000000000000000000', 'Fee Collector', 'Chiado'],
  ['0x2000000000000000000000000000000000000001', 'Block Rewards', 'Gnosis'],
  // 0xPolygon/bor, params/config.go: burntContract
  ['0x3ef57def668054dd750bd260526105c4eeef104f', 'Base Fee Collector', 'Polygon'],
  ['0x7a8ed27f4c30512326878652d20fc85727401854', 'Base Fee Collector', 'Polygon'],
  ['0x70bca57f4579f58670ab2d18ef16e02c17553c38', 'Base Fee Collector', 'Polygon'],
  ['0xecdd77ce6f146ccf5dab707941d318bd50eed2c9', 'Base Fee Collector', 'Polygon Amoy'],
  ['0x7ee41d8a25641000661b1ef5e6ae8a00400466b0', 'Block Producer Fees', 'Polygon'],
  // ava-labs/coreth, constants/constants.go
  ['0x0100000000000000000000000000000000000000', 'Blackhole', 'Avalanche'],
];

/** bnb-chain/bsc-genesis-contract, abi/README.md. */
const BNB_SMART_CHAIN: Listed = [
  ['1000', 'BSCValidatorSet'],
  ['1001', 'SlashIndicator'],
  ['1002', 'SystemReward'],
  ['1003', 'TendermintLightClient'],
  ['1004', 'TokenHub'],
  ['1005', 'RelayerIncentivize'],
  ['1006', 'RelayerHub'],
  ['1007', 'GovHub'],
  ['1008', 'TokenManager'],
  ['2000', 'CrossChain'],
  ['2001', 'Staking'],
  ['2002', 'StakeHub'],
  ['2003', 'StakeCredit'],
  ['2004', 'BSCGovernor'],
];
/** 0xPolygon/genesis-contracts; 0x1010 is the native currency as a token. */
const POLYGON: Listed = [
  ['1000', 'BorValidatorSet'],
  ['1001', 'StateReceiver'],
  ['1010', 'MRC20'],
];
/** OffchainLabs/nitro-precompile-interfaces. */
const ARBITRUM: Listed = [
  ['64', 'ArbSys'],
  ['65', 'ArbInfo'],
  ['66', 'ArbAddressTable'],
  ['6b', 'ArbOwnerPublic'],
  ['6c', 'ArbGasInfo'],
  ['6d', 'ArbAggregator'],
  ['6e', 'ArbRetryableTx'],
  ['6f', 'ArbStatistics'],
  ['70', 'ArbOwner'],
  ['71', 'ArbWasm'],
  ['72', 'ArbWasmCache'],
  ['73', 'ArbNativeTokenManager'],
  ['c8', 'NodeInterface'],
];

/** For each chain id: contracts at low addresses, which mean something else on other chains. */
const OF_CHAIN: ReadonlyMap<number, readonly [source: string, listed: Listed]> = new Map<
  number,
  readonly [string, Listed]
>([
  ...[56, 97].map((id) => [id, ['BNB Smart Chain', BNB_SMART_CHAIN]] as const),
  ...[137, 80002].map((id) => [id, ['Polygon', POLYGON]] as const),
  ...[42161, 42170, 421614].map((id) => [id, ['Arbitrum', ARBITRUM]] as const),
  ...[42220, 11142220].map((id) => [id, ['Celo', [['fd', 'Transfer Precompile']]]] as const),
]);

/** Returns what the protocol of the chain keeps at a low address; undefined for every other one. */
export function contractOfChain(chainId: number, address: string): { name: string; source: string } | undefined {
  const ofChain = OF_CHAIN.get(chainId);
  if (ofChain === undefined) return undefined; // each name that is shown asks, on most chains for nothing
  const [source, listed] = ofChain;
  const digits = address.slice(2).replace(/^0+/, '');
  const found = listed.find(([tail]) => tail === digits);
  return found && { name: found[1], source };
}
