// An agent whose every message a test writes and reads, through a socket: `node relayAgent.ts PORT`.
import { connect } from 'node:net';

const socket = connect(Number(process.argv[2]), '127.0.0.1');
socket.pipe(process.stdout);
process.stdin.pipe(socket);
process.stdin.on('end', () => process.exit(0));
socket.on('error', () => process.exit(1));
