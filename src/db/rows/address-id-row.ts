/**
 * Table `addressIds`: short numbers that stand for addresses, because packed lists name an address thousands of times.
 * An id is never given to another address.
 */

export type AddressIdRow = {
  /** Number from 1 on, given by the database. */
  id: number;
  /** 20 bytes. */
  address: ArrayBuffer;
};
