// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: unearmark. This test is the protocol.
contract UnearmarkTest is AccountFixture {
    function wanted() private view returns (IRegistry.Movement memory) {
        return movement(alpen, baltic, 400);
    }

    function test_CON05_P05_AnotherProtocolNeitherReleasesNorMoves() external {
        registries.earmark(wanted(), data(1));
        bytes memory err = abi.encodeWithSelector(IRegistry.EarmarkNotTaken.selector, bytes32("ref"));
        vm.startPrank(address(deliveries));
        refuses(err);
        registries.unearmark(wanted());
        refuses(err);
        registries.transferAndUnearmark(wanted());
    }

    function test_AReleasedEarmarkGivesBackAndForgetsTheReceipt() external {
        registries.setReceivingAccount(wanted(), data(2));
        registries.earmark(wanted(), data(1));
        registries.unearmark(wanted());
        holds(bond, alpen, 1, 1_000, 0);
        (bool isEarmarked, bool isReceivingAccountSet) = registries.preparedSides(address(this), wanted());
        check(!isEarmarked && !isReceivingAccountSet, "sides");
    }

    function test_AReleaseNeedsNoPrivilege() external {
        registries.earmark(wanted(), data(1));
        revokeOn(address(registries), address(this), Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        registries.unearmark(wanted());
        holds(bond, alpen, 1, 1_000, 0);
    }

    /// @dev Property 6: what is earmarked and released, or moved there and back, is what it was before.
    function testFuzz_P06_EarmarkThenReleaseIsIdentity(uint256 quantity) external {
        quantity = 1 + (quantity % 1_000);
        registries.earmark(movement(alpen, baltic, quantity), data(1));
        holds(bond, alpen, 1, 1_000, quantity);
        registries.unearmark(movement(alpen, baltic, quantity));
        holds(bond, alpen, 1, 1_000, 0);
    }
}
