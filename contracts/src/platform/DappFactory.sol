// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDappFactory } from "../interfaces/IDappFactory.sol";
import { ManagerProxy } from "../proxy/ManagerProxy.sol";

contract DappFactory is IDappFactory {
    /// @inheritdoc IDappFactory
    address public immutable implementation;

    constructor(address implementation_) {
        implementation = implementation_;
    }

    /// @inheritdoc IDappFactory
    function create(bytes calldata initCall) external returns (address dapp) {
        dapp = address(new ManagerProxy(implementation, initCall));
        emit DappCreated(dapp, implementation);
    }
}
