/** A retryable ticket of Arbitrum, as a transaction submits or redeems it. Addresses are 20 bytes, amounts wei. */
export type Ticket = { id: Uint8Array; refundTo: Uint8Array } & (
  | { act: 'redeem'; maxRefund: bigint; submissionFee: bigint }
  | {
      act: 'submit';
      to?: Uint8Array;
      data: Uint8Array;
      value: bigint;
      deposit: bigint;
      l1BaseFee: bigint;
      maxSubmissionFee: bigint;
      /** Whether it is redeemed at once: the receipt counts the gas of that. */
      isAttempted: boolean;
    }
);
