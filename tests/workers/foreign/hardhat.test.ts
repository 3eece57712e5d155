/** The foreign chain under the chain id that development nodes have. */
import 'fake-indexeddb/auto';
import { checkForeignChain } from '../../helpers/foreign/check-chain';

checkForeignChain(31_337, 'all');
