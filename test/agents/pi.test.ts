// A real agent: pi, as it is and as it was, behind the RPC mode program.
import { extensionSuite, rpcAgentSuite } from './rpcAgentSuite.ts';

rpcAgentSuite('pi');
rpcAgentSuite('pi 0.73');
extensionSuite('pi');
