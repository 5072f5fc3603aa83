// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { ChainFixture } from "./ChainFixture.sol";

/// @title A movement of 400 shares from Alpen's account 1 to Baltic's account 2, as a dApp prepares and makes it.
abstract contract MovementFixture is ChainFixture {
    function _movement() internal view returns (IRegistry.Movement memory) {
        return IRegistry.Movement(shares, "movement", alpen, baltic, meridian, 400);
    }

    function _data(uint256 number, CustodyChainId custodyChainId) internal pure returns (bytes memory) {
        return abi.encode(number, custodyChainId);
    }

    function _earmark(address by, IRegistry.Movement memory movement, CustodyChainId custodyChainId)
        internal
    {
        vm.prank(by);
        chains.earmark(movement, _data(1, custodyChainId));
    }

    function _name(address by, IRegistry.Movement memory movement, CustodyChainId custodyChainId) internal {
        vm.prank(by);
        chains.setReceivingAccount(movement, _data(2, custodyChainId));
    }

    function _settle(address by, IRegistry.Movement memory movement) internal {
        vm.prank(by);
        chains.transferAndUnearmark(movement);
    }

    function _unearmark(address by, IRegistry.Movement memory movement) internal {
        vm.prank(by);
        chains.unearmark(movement);
    }

    function _differ(CustodyChainId named, CustodyChainId other) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IChainRegistryManager.CustodyChainsDiffer.selector, named, other);
    }

    function _notBetweenInvestors() internal view returns (bytes memory) {
        return abi.encodeWithSelector(IChainRegistryManager.MovementNotBetweenInvestors.selector, shares);
    }

    function _dataInvalid(bytes memory data_) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IChainRegistryManager.CustodyChainDataInvalid.selector, data_);
    }
}
