/**
 * What both sides of the wire agree on: scalars and their parsers, entities and their states, errors.
 *
 * @module @connex/sdk/protocol
 */
export * from '@connex/protocol'
export * from '@connex/protocol/calendar'
