// Quantities are read and written the same way by the command line.
export { formatCash, formatQuantity, parseCash, parseQuantity, type QuantityFault } from '@connex/protocol'
