// The one door of the server.
export { ConfigError, readConfig } from './config.ts'
export type { Config } from './config.ts'
export { startNode } from './startNode.ts'
export type { RunningNode, StartOptions } from './startNode.ts'
