// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDappController } from "../../src/interfaces/IDappController.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { ControllerFixture } from "../support/ControllerFixture.sol";
import { Counter } from "../support/Counter.sol";

/// @dev A contract without the functions of a dApp.
contract Silent { }

/// @title DappController: isTargetAllowed; property 34.
contract IsTargetAllowedTest is ControllerFixture {
    function test_P34_ADappsControllerReachesTheDappAndItsPrivilegeManager() external {
        check(controller.isTargetAllowed(address(counter)), "dApp");
        check(controller.isTargetAllowed(counter.privilegeManager()), "privilege manager");
        address[6] memory others = [
            tenant,
            ITenant(tenant).privilegeManager(),
            address(factory),
            address(controller),
            address(platform),
            address(new Counter(address(platform), address(0)))
        ];
        for (uint256 i; i < others.length; ++i) {
            check(!controller.isTargetAllowed(others[i]), "another target");
        }
    }

    function test_P34_ThePlatformControllerReachesWhatBelongsToTheTenant() external {
        IDappController platformController = makeController(tenant, address(platform));
        address[8] memory reached = [
            address(platform),
            platform.privilegeManager(),
            tenant,
            ITenant(tenant).privilegeManager(),
            address(factory),
            address(controller),
            address(platformController),
            ITenant(operator).privilegeManager()
        ];
        for (uint256 i; i < reached.length; ++i) {
            check(platformController.isTargetAllowed(reached[i]), "not reached");
        }
        address other = onboard("Baltic Trust Bank");
        address[4] memory others = [
            other,
            address(counter),
            counter.privilegeManager(),
            address(makeController(other, address(counter)))
        ];
        for (uint256 i; i < others.length; ++i) {
            check(!platformController.isTargetAllowed(others[i]), "another target");
        }
    }

    /// @dev Who may grant at a dApp would else grant wherever the tenant may, with the help of that dApp.
    function test_P34_ADappThatNamesAnothersPrivilegeManagerAsItsOwnDoesNotOpenIt() external {
        address[4] memory named = [
            ITenant(tenant).privilegeManager(),
            ITenant(operator).privilegeManager(),
            platform.privilegeManager(),
            tenant
        ];
        for (uint256 i; i < named.length; ++i) {
            address hostile = address(new Counter(address(platform), named[i]));
            registerDapp(hostile, DappType.REGISTRY, "Hostile");
            IDappController controller = makeController(tenant, hostile);
            check(controller.isTargetAllowed(hostile), "dApp");
            check(!controller.isTargetAllowed(named[i]), "what it named");
        }
    }

    function test_P34_ADeliveryManagersControllerReachesTheManagersOfItsLegTypes() external {
        address legs = address(new Silent());
        check(!controller.isTargetAllowed(legs), "before");
        counter.setLegManager(legs);
        check(controller.isTargetAllowed(legs), "after");
        check(!makeController(tenant, address(platform)).isTargetAllowed(legs), "by another controller");
    }

    /// @dev Who may act at a hostile dApp only would else act, through its controller, at every dApp.
    function test_P34_ADappThatNamesAnotherDappAsItsOwnDoesNotOpenIt() external {
        Counter hostile = new Counter(address(platform), address(counter));
        registerDapp(address(hostile), DappType.DELIVERY, "Hostile");
        IDappController controller = makeController(tenant, address(hostile));
        check(!controller.isTargetAllowed(address(counter)), "as its privilege manager");
        hostile.setLegManager(address(counter));
        check(!controller.isTargetAllowed(address(counter)), "as a leg manager");
        hostile.setLegManager(tenant);
        check(!controller.isTargetAllowed(tenant), "the tenant");
    }

    function test_P34_AnUnregisteredControllerIsNoTarget() external {
        IDappController platformController = makeController(tenant, address(platform));
        vm.prank(tenant);
        ITenant(tenant).unregisterController(address(controller));
        check(!platformController.isTargetAllowed(address(controller)), "reached");
    }

    /// @dev A token answers no privilegeManager(): asking it would revert.
    function test_P34_ATokensControllerReachesTheTokenOnly() external {
        address token = address(new Silent());
        registerDapp(token, DappType.TOKEN, "Coin");
        IDappController tokenController = makeController(tenant, token);
        check(tokenController.isTargetAllowed(token), "token");
        check(!tokenController.isTargetAllowed(tenant), "tenant");
        check(!tokenController.isTargetAllowed(address(0)), "nobody");
    }
}
