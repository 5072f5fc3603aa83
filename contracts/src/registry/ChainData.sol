// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IChainRegistryManager } from "../interfaces/IChainRegistryManager.sol";
import { AccountNumber } from "../types/AccountNumber.sol";
import { CustodyChainId } from "../types/CustodyChain.sol";

/// @title What a leg says of an account over a custody chain: `abi.encode(uint256 accountNumber, bytes32 chainId)`.
library ChainData {
    function decode(bytes calldata data) internal pure returns (AccountNumber, CustodyChainId) {
        if (data.length != 64) revert IChainRegistryManager.CustodyChainDataInvalid(data);
        (uint256 number, bytes32 chainId) = abi.decode(data, (uint256, bytes32));
        if (number == 0 || number > type(uint64).max || chainId == 0) {
            revert IChainRegistryManager.CustodyChainDataInvalid(data);
        }
        return (AccountNumber.wrap(uint64(number)), CustodyChainId.wrap(chainId));
    }
}
