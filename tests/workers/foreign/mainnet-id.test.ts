/** The foreign chain under the chain id of a chain whose own rules are known. */
import 'fake-indexeddb/auto';
import { checkForeignChain } from '../../helpers/foreign/check-chain';

checkForeignChain(1, 'each kind');
