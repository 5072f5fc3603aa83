// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { PrivilegeFixture } from "../support/PrivilegeFixture.sol";

/// @title PrivilegeManager: firstMissing.
contract FirstMissingTest is PrivilegeFixture {
    function _needs() private pure returns (IPrivilegeManager.Need[] memory needs) {
        needs = new IPrivilegeManager.Need[](2);
        needs[0] = IPrivilegeManager.Need(INVESTOR, address(0));
        needs[1] = IPrivilegeManager.Need(REGISTRAR, DAPP);
    }

    function test_TheFirstOneThatIsNotHeldIsNamed() external {
        vm.startPrank(operator);
        same(manager.firstMissing(HOLDER, _needs()), INVESTOR, "none held");
        manager.grant(HOLDER, INVESTOR, DAPP);
        same(manager.firstMissing(HOLDER, _needs()), INVESTOR, "on an instance, not everywhere");
        manager.grant(HOLDER, INVESTOR, address(0));
        same(manager.firstMissing(HOLDER, _needs()), REGISTRAR, "second");
        manager.grant(HOLDER, REGISTRAR, DAPP);
        same(manager.firstMissing(HOLDER, _needs()), 0, "all held");
    }

    function test_NothingIsMissingWithoutNeeds() external view {
        same(manager.firstMissing(HOLDER, new IPrivilegeManager.Need[](0)), 0, "missing");
    }
}
