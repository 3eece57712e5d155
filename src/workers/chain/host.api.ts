/** The part of the chain worker's contract that goes to a hosted API alone: what no other provider is asked for. */
import type { Address, Hash, Hex, NetworkId } from '../../core/chain/primitives';
import type { TransactionSummary } from '../../core/chain/summaries';
import type { VerificationDraft } from '../../core/contract/verification/draft';
import type { HostedBalance, HostedSafety, HostedUsage, HostedVerdict } from '../../core/hosted/answers';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { JobId } from '../ids';

/** Each question by its name: what is asked, and what is told. A question with a network goes to the host of that network, any other to the deployment's. */
export type HostQuestions = {
  /** Answers only where there is a host that may be asked; no host is asked for that. */
  reach: { asked: { networkId: NetworkId }; told: true };
  balance: { asked: { networkId: NetworkId; address: Address }; told: HostedBalance };
  /** Newest block of the host, and its name of the network; '' where it does not list it. */
  state: { asked: { networkId: NetworkId }; told: { blockNumber: number; networkName: string } };
  transaction: { asked: { networkId: NetworkId; hash: Hash }; told: TransactionSummary };
  usage: { asked: object; told: HostedUsage };
  /** Judges an action that is to be sent, or was sent: `value` is a quantity of JSON-RPC. */
  safety: {
    asked: { networkId: NetworkId; action: { from: Address; to?: Address; value: Hex; data: Hex } };
    told: HostedSafety;
  };
  /** Publishes sources. */
  verify: { asked: { networkId: NetworkId; address: Address; draft: VerificationDraft }; told: HostedVerdict };
  /** Gives an ABI, as JSON text: into the project that the reader named for the host, else to everybody. */
  verifyAbi: {
    asked: { networkId: NetworkId; address: Address; contractName: string; abi: string };
    told: HostedVerdict;
  };
};

export type HostTopic = keyof HostQuestions;
export type HostQuestion<Of extends HostTopic> = { of: Of } & HostQuestions[Of]['asked'];

export type HostAnswer<Of extends HostTopic> = {
  /** The host's name. */
  host: string;
  /** `owner:slug` there that the reader named. */
  project?: string;
  /** Undefined where the host does not know the thing, or has no such path. */
  told: HostQuestions[Of]['told'] | undefined;
};

export interface HostApi {
  /** Undefined where there is no hosted API that the reader allows. */
  askHost<Of extends HostTopic>(
    job: JobId,
    question: HostQuestion<Of>,
  ): Promise<Result<HostAnswer<Of> | undefined, Failure>>;
}
