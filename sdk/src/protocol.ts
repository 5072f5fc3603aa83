// What both sides of the wire agree on: scalars and their parsers, entities and their states, errors.
export * from '@connex/protocol'
export * from '@connex/protocol/calendar'
